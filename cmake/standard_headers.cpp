// SPDX-License-Identifier: Apache-2.0
// Nothing: the target of this file has the precompiled header that rooms share (TareRoom.cmake).
