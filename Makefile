# Builds the program and the library in three kinds, each in a folder of its own:
#   build/release  optimised; asserts off. This is the one to use: build/release/coset
#   build/debug    address and undefined-behaviour sanitizers; asserts on
#   build/stress   asserts on in what has to do with diagrams, and their engine collects and reorders at every opportunity
# and some more for single goals: build/quick is compiled in half the time of the first.
# `make help` lists the goals.

KINDS := release debug stress

# Stack traces have lines; `make debug INFO=-g` is for debuggers. Sanitizers describe each check in data with addresses,
# which have to be mended at every start if a program can be loaded anywhere, and tests start it thousands of times.
INFO := -g1
FLAGS_release := -O3 $(INFO) -DNDEBUG
FLAGS_debug := -O1 $(INFO) -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -fno-pie
FLAGS_stress := -O1 $(INFO) -DCOSET_STRESS
LINK_debug := -no-pie

# What tests alone consist of is compiled three times and run for seconds: compiling it quickly is worth more.
TEST_FLAGS_release := -O1
TEST_FLAGS_debug := -O0
TEST_FLAGS_stress := -O0

ifeq ($(origin CC),default)
CC := gcc
endif
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Werror
CFLAGS_ALL := -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L $(WARNINGS) -Isrc $(CFLAGS)
# Tests are hundreds of programs; gold, which comes with the GNU linker, makes one in half the time.
TEST_LINK := $(if $(shell command -v ld.gold 2>/dev/null),-fuse-ld=gold)
LIBRARIES := -ljansson -lexpat -lnauty -lgmp -lcadical -lstdc++ -lm

# Lines are edited at the prompt of `coset simulate -i` where libedit is there; EDIT= does without.
EDIT := $(if $(wildcard /usr/include/histedit.h /usr/local/include/histedit.h),-ledit)

SETUP ?= tools/setup # `make test SETUP=true` trusts that everything is installed

MAKEFLAGS += --no-print-directory --no-builtin-rules
ifeq ($(MAKELEVEL),0) # all cores, unless the caller says how many
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif

PROGRAM_SOURCES := $(wildcard src/cli/*.c)
# The judge of certificates has none of the rooms that search, reduce or decide: if it needed one, it would not link.
CERTIFY_ROOMS := base model circuit smv murphi aiger btor2 trace temporal certificate certify certify_cli
# Of nets it has what reads them and makes models of them. (Firings tell unbounded places apart, in an error only.)
CERTIFY_NETS := read_net read_names read_declarations read_terms read_guards xml unfold colour_values colour_index place_invariant simplex shrinking_places \
    colour_symmetry lower_net net_formula token_game token_binding growing_places
CERTIFY_SOURCES := $(wildcard $(CERTIFY_ROOMS:%=src/%/*.c)) $(CERTIFY_NETS:%=src/pnml/%.c)
# Many processes, by MPI: a program of its own, where there is an mpicc.
MPI_SOURCES := $(wildcard src/mpi/*.c)
LIBRARY_SOURCES := $(filter-out $(PROGRAM_SOURCES) $(MPI_SOURCES) src/certify_cli/%,$(wildcard src/*/*.c src/*/*/*.c))
TEST_ROOMS := $(patsubst tests/%/,%,$(sort $(dir $(wildcard tests/*/test_*.c))))
C_FILES := $(wildcard $(foreach room,src/* src/*/* tests/* bench bench/* examples,$(room)/*.c $(room)/*.h))

.PHONY: all $(KINDS) mpi test test-threads quick analyze coverage test-docs test-without test-faults test-browser test-python test-vscode demo corpus corpus-certify corpus-mcc fuzz fuzz-rumur fuzz-every-size format clean help
.SECONDARY:
.DELETE_ON_ERROR:

all: release

# $(call remember,FILE,TEXT) rewrites FILE only when it does not say TEXT already, so that what depends on FILE is made
# again when, and only when, TEXT changes.
same = $(and $(findstring x$1x,x$2x),$(findstring x$2x,x$1x))
remember = $(if $(call same,$(file <$1),$2),,$(shell mkdir -p $(dir $1))$(file >$1,$2))

# The style sheet and the script of HTML reports become strings of the library. $(call text_as_c,NAME,FILES) is a
# command that writes the files as one string.
PAGE_STYLE := $(sort $(wildcard src/report/page*.css))
PAGE_SCRIPT := $(sort $(wildcard src/report/page*.js))
# The policy of a page allows them by their hashes: SHA-256 of the text between the tags, in base 64.
hash_as_c = printf 'const char $1[] = "%s";\n' "$$$$({ echo; cat $2; } | sha256sum | cut -c 1-64 | sed 's/../\\\\x&/g' | xargs env printf | base64)"
text_as_c = echo 'const char $1[] ='; cat $2 | sed 's/[\\"]/\\&/g; s/.*/"&\\n"/'; echo ';'

# The stress kind has a library in which only those rooms are compiled anew that have diagrams: all others do the same there
# as in the release kind, and their asserts are those of the debug kind.
DIAGRAM_ROOMS := bdd encode check orbit run api
DIAGRAM_SOURCES := $(filter $(DIAGRAM_ROOMS:%=src/%/%),$(LIBRARY_SOURCES))
library_objects = $(if $(filter stress,$1), \
    $(DIAGRAM_SOURCES:%.c=build/stress/%.o) $(patsubst %.c,build/release/%.o,$(filter-out $(DIAGRAM_SOURCES),$(LIBRARY_SOURCES))), \
    $(LIBRARY_SOURCES:%.c=build/$1/%.o))

# A kind may have a compiler of its own.
compiler = $(or $(CC_$1),$(CC))

# The rules of one kind, $1. A test program is one tests/ROOM/test_*.c together with that room's other .c files.
define kind_rules
$1: build/$1/coset build/$1/coset-certify build/$1/libcoset.a

build/$1/src/cli/line_editor.o: FLAGS_OF_FILE := $(if $(EDIT),-DCOSET_LIBEDIT)
build/$1/src/cli/line_editor.o: build/$1/edit
build/$1/coset: $(PROGRAM_SOURCES:%.c=build/$1/%.o) build/$1/libcoset.a build/$1/edit
	$$(say) LINK $$@
	@$(call compiler,$1) $(FLAGS_$1) $(LINK_$1) -o $$@ $$(filter %.o %.a,$$^) $(LIBRARIES) $(EDIT)

build/$1/coset-certify: $(CERTIFY_SOURCES:%.c=build/$1/%.o)
	$$(say) LINK $$@
	@$(call compiler,$1) $(FLAGS_$1) $(LINK_$1) -o $$@ $$^ -lexpat -lgmp -lcadical -lstdc++ -lm

build/$1/libcoset.a: $(call library_objects,$1) build/$1/page.o build/$1/members
	$$(say) AR $$@
	@rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)

build/$1/%.o: %.c Makefile build/$1/compiler
	$$(say) CC $$@
	@mkdir -p $$(@D)
	@$(call compiler,$1) $(CFLAGS_ALL) $(FLAGS_$1) $$(FLAGS_OF_FILE) -MMD -MP -c -o $$@ $$<

build/$1/tests/%.o: tests/%.c Makefile build/$1/compiler
	$$(say) CC $$@
	@mkdir -p $$(@D)
	@$(call compiler,$1) $(CFLAGS_ALL) $(FLAGS_$1) $(TEST_FLAGS_$1) -MMD -MP -c -o $$@ $$<

build/$1/page.o: build/$1/page.c build/$1/compiler
	@$(call compiler,$1) -c -Isrc $(CFLAGS) $(FLAGS_$1) -o $$@ $$<

build/$1/page.c: $(PAGE_STYLE) $(PAGE_SCRIPT) Makefile
	$$(say) PAGE $$@
	@mkdir -p $$(@D)
	@{ echo '#include "report/page.h"'; $(call text_as_c,report_page_style,$(PAGE_STYLE)); \
	    $(call text_as_c,report_page_script,$(PAGE_SCRIPT)); \
	    $(call hash_as_c,report_page_style_hash,$(PAGE_STYLE)); \
	    $(call hash_as_c,report_page_script_hash,$(PAGE_SCRIPT)); } >$$@

$(foreach room,$(TEST_ROOMS),
build/$1/tests/$(room)/test_%: build/$1/tests/$(room)/test_%.o \
    $(patsubst %.c,build/$1/%.o,$(filter-out tests/$(room)/test_%,$(wildcard tests/$(room)/*.c))) build/$1/libcoset.a
	$$(say) LINK $$@
	@$(call compiler,$1) $(FLAGS_$1) $(LINK_$1) $(TEST_LINK) -o $$@ $$(filter %.o %.a,$$^) -lcmocka $(LIBRARIES)
)

# Random Murphi models through all methods, and through rumur.
build/$1/tests/judge/judge: $(patsubst %.c,build/$1/%.o,$(wildcard tests/judge/*.c tests/murphi/random_*.c)) \
    build/$1/libcoset.a
	$$(say) LINK $$@
	@$(call compiler,$1) $(FLAGS_$1) $(LINK_$1) -o $$@ $$(filter %.o %.a,$$^) $(LIBRARIES)

# The judge of witness circuits shares nothing with the project.
build/$1/tests/witness/check_witness: build/$1/tests/witness/check_witness.o
	$$(say) LINK $$@
	@$(call compiler,$1) $(FLAGS_$1) $(LINK_$1) -o $$@ $$^ -lcadical -lstdc++ -lm

ifeq ($(filter clean help format,$(MAKECMDGOALS)),)
$$(call remember,build/$1/compiler,$(call compiler,$1) $(CFLAGS_ALL) $(FLAGS_$1) $(LINK_$1) $(TEST_FLAGS_$1))
$$(call remember,build/$1/members,$(LIBRARY_SOURCES))
$$(call remember,build/$1/edit,$(EDIT))
endif
endef

say = @printf '  %-5s %s\n'

$(foreach kind,$(KINDS),$(eval $(call kind_rules,$(kind))))

# coset-mpi, of the release kind, beside coset. MPICC names the compiler, and its flags are asked of it: it is another one
# than the rest is made by only if its options cannot be told.
MPICC ?= mpicc
build/release/coset-mpi: $(filter-out %/main.o,$(PROGRAM_SOURCES:%.c=build/release/%.o)) build/release/libcoset.a $(MPI_SOURCES) \
    $(wildcard src/mpi/*.h src/cli/program.h src/explicit/ranks.h) build/release/edit
	@command -v $(MPICC) >/dev/null || { \
	    echo 'make mpi: there is no $(MPICC). On Debian or Ubuntu: tools/setup openmpi-bin libopenmpi-dev' >&2; exit 1; }
	$(say) MPICC $@
	@OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(MPICC) $(CFLAGS_ALL) $(FLAGS_release) -o $@ $(MPI_SOURCES) \
	    $(filter %.o %.a,$^) $(LIBRARIES) $(EDIT)

mpi: build/release/coset-mpi

# The shared library, for other languages: its own kind of build, since code that can be loaded anywhere is slower.
# Nothing but the interface is seen from outside.
FLAGS_pic := -O3 $(INFO) -DNDEBUG -fPIC
$(eval $(call kind_rules,pic))
build/pic/libcoset.so: build/pic/libcoset.a
	$(say) LINK $@
	@echo '{ global: coset_*; local: *; };' >build/pic/exported
	@$(CC) $(FLAGS_pic) -shared -o $@ -Wl,--version-script=build/pic/exported -Wl,--whole-archive $< \
	    -Wl,--no-whole-archive $(LIBRARIES)

# Searches by several threads, under ThreadSanitizer; TEST_THREADS names the suites.
FLAGS_thread := -O1 $(INFO) -fsanitize=thread -fno-omit-frame-pointer
TEST_THREADS := explicit/test_shared_store explicit/test_threads native/test_native
$(eval $(call kind_rules,thread))
test-threads: $(TEST_THREADS:%=build/thread/tests/%)
	@for test in $^; do echo "$$test" && COSET_CASES=20 TSAN_OPTIONS=halt_on_error=1 $$test || exit 1; done

# What `make quick` builds: its tests take less time than the optimisation of what they test.
FLAGS_quick := -O1 -DNDEBUG
TEST_FLAGS_quick := -O0
$(eval $(call kind_rules,quick))
$(foreach room,api certify_cli cli lsp mcp report run smtlib usage,$(eval build/quick/src/$(room)/%.o: FLAGS_OF_FILE := -O0))

# The second compiler's program, which tests/frame/test_clang.sh runs.
CC_clang := clang
FLAGS_clang := -O0
$(eval $(call kind_rules,clang))

-include $(patsubst %,build/%.d,$(foreach kind,$(KINDS) pic thread quick clang,$(patsubst %.c,$(kind)/%,$(filter %.c,$(C_FILES)))))

# Benchmarks are goals of their own; none of the goals here needs them.
-include bench/bench.mk

# So are installing and packing.
-include packaging/install.mk

# The Python package, with all that it is made of, and installed by pip.
test-python: build/pic/libcoset.so
	@TEST_PIP=yes tests/run-suites api/test_python

# The packages come first: without them nothing compiles. SUITE=TEXT builds what the suites need whose name contains it,
# and runs only these.
test:
	@$(SETUP)
	@$(MAKE) $$(tests/run-suites --needs $(SUITE)) $(if $(SUITE),,bench-programs)
	@tests/run-suites $(SUITE)

# What tells most in a minute: one kind of build, the unit tests with a part of their random cases, all models of the
# tests, the layers and the layout. Left out are suites of rooms that seldom change, and those that take a second and more
# for one subject.
QUICK := quick/ 'cli/test_check$$' cli/test_models frame/test_layers frame/test_format
QUICK_WITHOUT := \
    $(patsubst %,bdd/test_%$$,attempt bdd_file compose connectives image limits memory quantify reorder sort_rows) \
    $(patsubst %,%$$,certify/test_forgery circuit/test_bit_blast encode/test_encode explicit/test_limits) \
    $(patsubst %,%$$,explore/test_pictures run/test_counter_proofs sat/test_blast smtlib/test_proofs)
QUICK_CASES := 5

quick: export TEST_KINDS := quick
quick: export TEST_WITHOUT := $(QUICK_WITHOUT)
quick: export COSET_CASES := $(QUICK_CASES)
quick:
	@$(SETUP)
	@$(MAKE) $$(tests/run-suites --needs $(QUICK))
	@tests/run-suites $(QUICK)

# Only what the documents show: all commands in blocks marked `console`, and all links.
test-docs:
	@$(SETUP)
	@$(MAKE) release
	@tests/run-suites script/frame/test_docs

# Faults in the reductions and engines, one at a time: each makes a verdict wrong, and the judge of certificates sees it.
# FAULTS='counter' and the like: some of them.
test-faults:
	@$(SETUP)
	@tests/certify/run-faults $(FAULTS)

# The suites that look for an optional tool (graphviz, groff, jq, vim, rumur, ...), once without each of them.
test-without:
	@$(SETUP)
	@$(MAKE) release debug build/release/tests/judge/judge
	@tests/without-each $(TOOLS)

# HTML reports in a real browser. Pictures of them are kept in build/pictures, or PICTURES=FOLDER, to be looked at.
PICTURES ?= build/pictures
test-browser:
	@$(SETUP) chromium chromium-driver python3
	@$(MAKE) release
	@timeout -k 10 600 python3 tests/browser/report.py build/release/coset $(PICTURES)

# The VS Code extension, with the client library that it uses, which npm fetches.
test-vscode:
	@$(SETUP) $(shell command -v node >/dev/null && command -v npm >/dev/null || echo nodejs npm)
	@$(MAKE) release
	@rm -rf build/vscode && mkdir -p build/vscode && cp -r editors/vscode/. build/vscode
	@cd build/vscode && npm install --no-audit --no-fund --silent
	@timeout -k 10 300 node tests/editors/vscode.js build/release/coset build/vscode

demo:
	@$(SETUP)
	@$(MAKE) release
	@tools/demo

# The real models beside the repository, each within a minute, next to what NuSMV, rumur and CMurphi take.
# CORPUS='--only dme' and the like: see tools/corpus and tools/corpus-murphi. Families take about an hour
# more: tools/corpus-families.
corpus:
	@$(SETUP)
	@$(MAKE) release
	@tools/corpus --table build/bench/corpus.tsv $(CORPUS)
	@tools/corpus-random
	@tools/corpus-random --partial -- --engine explicit
	@tools/corpus-murphi $(CORPUS)
	@for method in off explicit counters dynamic componentwise componentwise+states; do \
	    echo "symmetric models, $$method:" && \
	    tools/corpus-murphi --symmetric --limit 20 $(CORPUS) -- --symmetry $$method || exit 1; \
	done
	@tools/corpus-library
	@echo 'families:' && tools/corpus-families

# What holds in them, certified. CORPUS=--quick: those that other tools decide in less than 5 seconds.
corpus-certify:
	@$(SETUP)
	@$(MAKE) release
	@tools/corpus-certify $(CORPUS)

# Nets of the Model Checking Contest: all examinations, against the answers that are known. In slices, at first with a
# short limit: CORPUS='--limit 5 --resume --for 400', a sample: CORPUS='--sample 3'.
corpus-mcc:
	@$(SETUP)
	@$(MAKE) release
	@mkdir -p build/bench
	@tools/corpus-mcc ../shared/corpus/mcc --out build/bench/mcc.tsv $(CORPUS)

# Random changes to the project's own models, under sanitizers, for FUZZ_SECONDS: a third for each language. This alone
# needs clang. An input that breaks something stays in build/fuzz/ and becomes a test.
FUZZ_SECONDS ?= 60
FUZZ_CC ?= clang
FUZZ_FLAGS := -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L -g -O1 -Isrc -fno-omit-frame-pointer \
    -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
FUZZ_LANGUAGES := smv murphi pnml
FUZZ_MODELS_smv := tests/models/smv/*.smv examples/*.smv
FUZZ_MODELS_murphi := tests/models/murphi/*.m examples/*.m
FUZZ_MODELS_pnml := tests/models/pnml/*.pnml examples/*.pnml
# Words of the language, quoted.
FUZZ_WORDS = sed -n 's/^[A-Z]*_TOKEN([A-Z0-9_]*, \("[^"]*"\)).*/\1/p' src/$1/tokens.inc.h
FUZZ_WORDS_pnml := grep -oh '"[a-zA-Z]\{2,\}"' src/pnml/read_*.c | sort -u

# $(call fuzz,LANGUAGE): what is found in one run, the next one begins with. 0 seconds would mean no limit.
define fuzz
@mkdir -p build/fuzz/found-$1 build/fuzz/models-$1
@cp $(FUZZ_MODELS_$1) build/fuzz/models-$1
@$(or $(FUZZ_WORDS_$1),$(FUZZ_WORDS)) >build/fuzz/words-$1
@printf '"%s"\n' SYMMETRY HINT symmetry hint >>build/fuzz/words-$1
@build/fuzz/fuzz_$1 -max_total_time=$$((($(FUZZ_SECONDS) + 2) / 3)) -max_len=4096 -timeout=20 -rss_limit_mb=3000 \
    -dict=build/fuzz/words-$1 -artifact_prefix=build/fuzz/$1- -print_final_stats=1 build/fuzz/found-$1 \
    build/fuzz/models-$1
endef

fuzz: $(FUZZ_LANGUAGES:%=build/fuzz/fuzz_%)
	$(call fuzz,smv)
	$(call fuzz,murphi)
	$(call fuzz,pnml)

FUZZ_NEEDS := $(wildcard $(foreach room,base model group $(FUZZ_LANGUAGES),src/$(room)/*.[ch])) Makefile

build/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(FUZZ_NEEDS)
	$(say) FUZZ $@
	@mkdir -p $(@D)
	@echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' >build/fuzz/try-$*.c
	@$(FUZZ_CC) -fsanitize=fuzzer,address,undefined -o build/fuzz/try-$* build/fuzz/try-$*.c 2>/dev/null || { \
	    echo 'make fuzz: $(FUZZ_CC) with its run-time library for libFuzzer is missing. On Debian or Ubuntu:' >&2; \
	    echo '    apt-get install clang libclang-rt-14-dev' >&2; exit 1; }
	@$(FUZZ_CC) $(FUZZ_FLAGS) -o $@ $< $(foreach room,base model group $*,$(wildcard src/$(room)/*.c)) $(LIBRARIES)

# Random Murphi models through all methods and through rumur: FUZZ_COUNT of them, or as many as FUZZ_SECONDS allow (0: no
# limit of time), from FUZZ_SEED on, in FUZZ_JOBS processes. A model with a difference stays in build/fuzz/rumur, and
# becomes a test.
FUZZ_SEED ?= 1000000
FUZZ_COUNT ?= 1000000000
FUZZ_JOBS ?= $(shell nproc)
fuzz-rumur:
	@$(SETUP)
	@$(MAKE) release build/release/tests/judge/judge
	@mkdir -p build/fuzz/rumur
	@build/release/tests/judge/judge --folder build/fuzz/rumur --seed $(FUZZ_SEED) --count $(FUZZ_COUNT) \
	    --seconds $(FUZZ_SECONDS) --jobs $(FUZZ_JOBS)

# Random models for every size: FUZZ_COUNT of them (1000, if it is not set), from FUZZ_SEED on, in FUZZ_JOBS processes,
# each with dice of its own. What is proved for every size must hold in single sizes, and z3 must confirm the proofs of a
# third of the models.
fuzz-every-size: COUNT = $(if $(filter-out 1000000000,$(FUZZ_COUNT)),$(FUZZ_COUNT),1000)
fuzz-every-size:
	@$(SETUP)
	@$(MAKE) build/release/tests/every_size/test_sizes
	@seq $(FUZZ_SEED) $$(($(FUZZ_SEED) + $(FUZZ_JOBS) - 1)) | xargs -P $(FUZZ_JOBS) -I SEED env COSET_SEED=SEED COSET_CONFIRM=3 \
	    COSET_CASES=$$((($(COUNT) + $(FUZZ_JOBS) - 1) / $(FUZZ_JOBS))) build/release/tests/every_size/test_sizes

# What cppcheck, gcc -fanalyzer and clang-tidy say of the sources, in some minutes. ANALYZE='src/bdd' and the like: some files.
analyze:
	@$(SETUP) cppcheck clang-tidy
	@tools/analyze $(ANALYZE)

# How many lines of each room the tests execute. COVERAGE='bdd' and the like: some suites; COSET_CASES=100: all random cases.
coverage:
	@$(SETUP)
	@tools/coverage $(COVERAGE)

format:
	clang-format -i $(C_FILES)

clean:
	rm -rf build

help:
	@echo 'make            build/release/coset and build/release/libcoset.a'
	@echo 'make mpi        build/release/coset-mpi: many processes, by MPI, where there is an mpicc'
	@echo 'make demo       install what is missing, build, and check an example model'
	@echo 'make test       install what is missing, build all kinds, and run all tests (SUITE=text: some of them)'
	@echo 'make quick      one kind of build, and the tests that tell most, in less than a minute'
	@echo 'make analyze    what cppcheck, gcc -fanalyzer and clang-tidy say of the sources (ANALYZE=text: of some files)'
	@echo 'make coverage   how many lines of each room the tests execute, by gcov (COVERAGE=text: by some suites)'
	@echo 'make test-docs  run the commands that the documents show, and compare what they print'
	@echo 'make test-without  the suites that look for optional tools, once without each of them (TOOLS=: some)'
	@echo 'make test-threads searches by several threads, with ThreadSanitizer'
	@echo 'make test-faults  plant faults, and look whether certificates show them (FAULTS=text: some)'
	@echo 'make test-python   build the shared library, and test the Python package, installed by pip'
	@echo 'make test-vscode   test the VS Code extension with its client library, by npm'
	@echo 'make test-browser  look at HTML reports in a browser, with pictures in build/pictures (PICTURES=folder); installs chromium'
	@echo 'make debug      the same with sanitizers, in build/debug'
	@echo 'make stress     the same with collection and reordering at every opportunity, in build/stress'
	@echo 'make bench-bdd  measure the decision-diagram engine against a peer'
	@echo 'make bench-explicit  explicit search against rumur, and CMurphi where there is one'
	@echo 'make bench-store  bytes for each state of large explicit searches'
	@echo 'make bench-mpi  what a search by many processes costs for each state'
	@echo 'make bench-evaluator  rules of the explicit engine against the evaluator'
	@echo 'make bench-auto      the automatic choice against the best single method'
	@echo 'make bench-rules     explicit search by rules of the text and of the lowered model'
	@echo 'make bench-every-size  proofs for every size, and what z3 says to them'
	@echo 'make bench-murphi    measure both engines against rumur on families of Murphi models'
	@echo 'make corpus     check the real models beside the repository, if they are there, next to the times of NuSMV'
	@echo 'make corpus-certify  certify what holds in them'
	@echo 'make fuzz       look for inputs that break the front end (FUZZ_SECONDS=60); needs clang'
	@echo 'make corpus-mcc  nets of the Model Checking Contest, against known answers (CORPUS=, see tools/corpus-mcc)'
	@echo 'make fuzz-rumur  random Murphi models through all methods and rumur (FUZZ_SECONDS=60, FUZZ_COUNT=, FUZZ_SEED=, FUZZ_JOBS=)'
	@echo 'make fuzz-every-size  random models for every size against single sizes, and z3 (FUZZ_COUNT=, FUZZ_SEED=, FUZZ_JOBS=)'
	@echo 'make install    program, library, manual page, completion, documents (PREFIX=/usr/local, DESTDIR=)'
	@echo 'make uninstall  remove them again, with the same PREFIX and DESTDIR'
	@echo 'make man        the manual page, build/coset.1'
	@echo 'make completion  completion for bash, zsh and fish: build/coset.bash and so on'
	@echo 'make deb        packages for Debian and Ubuntu, in build/deb'
	@echo 'make test-deb   make them, unpack them, and use what is in them'
	@echo 'make format     lay out all C files with clang-format'
	@echo 'make clean      remove build/'
