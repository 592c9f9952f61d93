/* SPDX-License-Identifier: Apache-2.0
 * Declares what the stub refers to, as headers of C and of gcc's omp.h do. */
#ifdef __cplusplus
extern "C" {
#if __cplusplus >= 201103L
extern int omp_get_thread_num(void) noexcept;
#else
extern int omp_get_thread_num(void) throw();
#endif
#else
extern int omp_get_thread_num(void);
#endif
extern void *dlopen(const char *, int);
extern void *dlsym(void *, const char *);
extern long write(int, const void *, unsigned long);
#ifdef __cplusplus
}
#endif
int number(void);
int number(void) { return omp_get_thread_num() + (dlopen(0, 1) != 0); }
