# Benchmarks. Each measures, prints a table and writes build/bench/NAME.tsv; none is run by `make test`,
# which compiles them.

.PHONY: bench-programs bench-bdd bench-murphi bench-tables bench-families bench-auto bench-every-size bench-rules bench-explicit bench-store bench-mpi bench-evaluator bench-xi bench-sat

BENCH_BDD := build/release/bench/bdd
BENCH_XI := build/release/bench/xi
BENCH_EVALUATOR := build/release/bench/evaluator

bench-programs: $(BENCH_BDD)/bench-bdd $(BENCH_XI)/bench-xi $(BENCH_EVALUATOR)/bench-evaluator

# BENCH='--only queens' and the like: the program's options, see `make bench-bdd BENCH=--help`.
bench-bdd:
	@$(SETUP)
	@$(MAKE) $(BENCH_BDD)/bench-bdd
	@$(BENCH_BDD)/bench-bdd $(BENCH)

$(BENCH_BDD)/bench-bdd: $(BENCH_BDD)/bench_bdd.o $(BENCH_BDD)/run_coset.o $(BENCH_BDD)/buddy.o build/release/libcoset.a
	$(say) LINK $@
	@$(CC) $(FLAGS_release) -o $@ $^ $(LIBRARIES) -lm

# Our engine and BuDDy define the same names. So BuDDy is put into one object with the code that calls it, and of that
# object only the one name is seen that the program needs.
$(BENCH_BDD)/buddy.o: $(BENCH_BDD)/run_buddy.o bench/bench.mk
	$(say) LD $@
	@ld -r -o $@.all $< $$($(CC) -print-file-name=libbdd.a)
	@objcopy --keep-global-symbol=buddy_run $@.all $@
	@rm -f $@.all

# BENCH='--only ccp --limit 20' and the like.
bench-murphi:
	@$(SETUP) rumur time
	@$(MAKE) release
	@bench/murphi $(BENCH)

# BENCH='--only mutex --limit 600' and the like; BENCH='--peer 120' for the comparison with rumur.
bench-tables:
	@$(SETUP) rumur
	@$(MAKE) release bench-xi
	@bench/tables $(BENCH)
	@case "$(BENCH)" in *--peer*) ;; *) bench/figures $(BENCH) ;; esac

# All sizes in one run. BENCH='--only mutex --table reading' and the like.
bench-families:
	@$(SETUP)
	@$(MAKE) release
	@bench/families $(BENCH)

# BENCH='--only mutex --limit 20' and the like.
bench-auto:
	@$(SETUP)
	@$(MAKE) release
	@bench/auto $(BENCH)

# Rules of the text against those of the lowered model. BENCH='--limit 20' and the like.
bench-rules:
	@$(SETUP)
	@$(MAKE) release
	@bench/rules $(BENCH)

# Explicit-state search next to rumur, and CMurphi where there is one. BENCH='--only moesi --limit 20' and the like.
bench-explicit:
	@$(SETUP) rumur time
	@$(MAKE) release
	@bench/explicit $(BENCH)

# Bytes for each state of large searches. BENCH='--only msi --limit 20' and the like.
bench-store:
	@$(SETUP)
	@$(MAKE) release
	@bench/store $(BENCH)

# A search by many processes on this machine: what each state costs in memory and messages. BENCH='1 2 3': numbers of ranks.
bench-mpi:
	@$(SETUP) openmpi-bin libopenmpi-dev
	@$(MAKE) mpi
	@bench/mpi $(BENCH)

# Circuits, next to abc. BENCH='--only cache --limit 20 --engine explicit' and the like.
bench-sat:
	@$(SETUP) berkeley-abc
	@$(MAKE) release
	@bench/sat/compare $(BENCH)

# Proofs for every size. BENCH='--only german --limit 20' and the like.
bench-every-size:
	@$(SETUP) z3
	@$(MAKE) release
	@bench/every_size $(BENCH)

bench-xi: $(BENCH_XI)/bench-xi

$(BENCH_XI)/bench-xi: $(BENCH_XI)/bench_xi.o build/release/libcoset.a
	$(say) LINK $@
	@$(CC) $(FLAGS_release) -o $@ $^ $(LIBRARIES)

# The explicit engine's own rules against the evaluator. BENCH='--only german' and the like.
bench-evaluator:
	@$(SETUP)
	@$(MAKE) $(BENCH_EVALUATOR)/bench-evaluator
	@$(BENCH_EVALUATOR)/bench-evaluator $(BENCH)

$(BENCH_EVALUATOR)/bench-evaluator: $(BENCH_EVALUATOR)/bench_evaluator.o $(BENCH_EVALUATOR)/guarded_models.o build/release/libcoset.a
	$(say) LINK $@
	@$(CC) $(FLAGS_release) -o $@ $^ $(LIBRARIES)
