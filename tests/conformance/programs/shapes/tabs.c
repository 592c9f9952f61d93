// Indented with tabs; tabs, form feeds and vertical tabs within pragmas.
#include "../expect.h"

int main(void) {
	int sum = 0,	data[8];
#	pragma	omp	parallel	for
		for (int i = 0; i < 8; i++)
			data[i] = i;
 	 #  pragma 	 omp   parallel 	 reduction ( + 	 : sum )	
	{
		#pragma	omp for	schedule(	dynamic	,	2	)	nowait
		for (int i = 0; i < 8; i++)
			sum	+=	data[i];
		#	pragma omp	critical	(	name	)
		{	sum += 0;	}
	}

	printf("%d\t\n", sum);
	EXPECT_EQ(sum, 28);
	return 0;
}
