# shellcheck shell=bash disable=SC2034
# The rows that are measured, for scripts to source: what the papers have, and what docs/families.md shows.

# table, family, N, then nodes and time of the paper for Listing 2, Listing 5, and Listing 6; a dash where it has none.
paper='
1 mutex 200            337709   4:25m     54684  22s       54684 14s
1 mutex 400           2044109  56:32m    189702  3:53m    189702 1:50m
1 mutex 600           2932995   4:39h    405133  13:34m   405133 6:26m
1 mutex 800           5190561  14:10h    700120  33:35m   700120 17:11m
1 mutex 8000                -       -         -  -             - -
2 mcslock 10            24251      3s      9333  2s         8870 1s
2 mcslock 20           143715   2:43m     55013  1:20m     51145 55s
2 mcslock 40           786310   1:41h    446849  1:04h    426068 33:05m
2 mcslock 60          2087657  15:56h   1744207  12:00h  1693866 5:28h
2 ccp 10               358127   2:49m     69462  52s       73898 51s
2 ccp 20              2429642   1:41h    355394  43:37m   366758 43:32m
2 ccp 25              4424644   5:35h    651706  2:47h    666619 2:45h
2 ccp 30              7220011  14:36h   1100968  8:36h   1119322 8:33h
3 peterson 6         81931144   3:22m    186246  22s      186246 21s
3 peterson 8                -       -   2385546  10:24m  2385546 10:05m
3 peterson 10               -       -  12810763  1:40h  12505489 1:36h
3 peterson 12               -       -  66938967  13:22h 65887889 12:54h
3 readers_writers 40    65139   3:30m     18586  5s        18586 2s
3 readers_writers 100  393939   7:53h    100546  1:41m    100546 43s
3 readers_writers 200 1500000     24h    381146  21:25m   381146 6:40m
3 readers_writers 400 2000000     36h   1482346  4:54h   1482346 1:14h
3 readers_writers 4000      -       -         -  -             - -'

# N, then nodes of the relation, and peak nodes and time with rotations and with architectural symmetry.
token_ring='
40    1647  46103 0:07m  5612 0:02m
50    2067  70448 0:23m  7052 0:06m
60    2487  99893 0:53m  8492 0:11m
70    2907 134438 1:36m  9932 0:21m
80    3327 174083 2:48m 11372 0:35m
90    3747 218828 4:33m 12812 0:58m
100   4167 268673 6:59m 14252 1:24m
1000     -      -     -     -     -'

# family, N, then nodes of the relation, peak and time of the paper: of each size, and of the aggregate.
paper_families='
mcslock_counter 5    924   19165  2.4s     958   19176     0s
mcslock_counter 10  2012  384449  1:30m   2057  384796    53s
mcslock_counter 15  3082 1797874 39:08m   3147 1797711 15:17m
mcslock_counter 20  4173 5142717  6:23h   4346 5142890  1:50h
mcslock_counter 60     -       -      -      -       -      -
odd_even_sort 5      962   37699     3s   2021   26106     3s
odd_even_sort 7     1614  144111    52s   3643   90249    30s
odd_even_sort 10    2881  673727    21m   6911  371529     7m
odd_even_sort 13    4450 2190163  3:30h  11129 1099196    54m'

# Processors, then seconds and nodes of the relation in the paper: classic, Live_Rep.
futurebus='
5    132  144069  101 122769
6    607  260625  265 219572
7   2852  418701  704 379428
8   8470  839055 3313 457781
9  81171 1935394 4571 819871
10     -       - 4909 642083'

# Processes and status, then seconds in the paper: on the fly, with hints, Hints_Sym.
arbiter='
6  passed   53  39  42
6  failed  213  64  51
8  passed  581 255 179
8  failed  745 524 292
10 passed 1470 598 358
10 failed 1106 740 520'

# Family, sizes and options of the tables of docs/families.md.
families_page='
mutex 1..800 -p 1 -p 3
mutex 1..100
readers_writers 1..20
readers_writers 1..50
mcslock 1..20
peterson 2..6
peterson 2..8
ccp 2..8
mutex 1..40
mcslock_counter 1..15
readers_writers 1..30
ccp 1..8
token_ring 1..40
mutex 1..60
mcslock_counter 1..30
peterson 2..11
token_ring 1..15
token_ring 2..50
token_ring 2..100'
