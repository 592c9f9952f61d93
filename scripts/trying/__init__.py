# SPDX-License-Identifier: Apache-2.0
"""What scripts/try-programs is made of: list file -> trials -> census -> summary."""
