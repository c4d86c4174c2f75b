// Regions of memory in files, for who has more to keep than fits: what the system does not hold in memory at the moment
// lies on the disk. The files have no names, so that nothing is left of them, however the process ends.
#ifndef COSET_BASE_MEM_FILE_H
#define COSET_BASE_MEM_FILE_H

#include "base/mem.h"

// What it holds now, and room for `committed` bytes; false if the folder takes no such file, or has no room. The caller
// counts the bytes.
bool mem_file_take(struct mem_region *, const char *folder, size_t committed);
bool mem_file_grow(struct mem_region *, size_t committed);
void mem_file_close(struct mem_region *); // but not its addresses

#endif
