# Installing: `make install PREFIX=/usr/local DESTDIR=`, `make uninstall` with the same values, `make deb`.

.PHONY: man completion install uninstall deb test-deb

VERSION := $(shell sed -n 's/^\#define COSET_VERSION "\(.*\)"/\1/p' src/api/coset.h)

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/coset

MADE := build/install

man: build/coset.1 build/coset-certify.1
completion: build/coset.bash build/coset.zsh build/coset.fish

build/coset.1: build/release/coset
	$(say) MAN $@
	@build/release/coset help --man >$@

build/coset-certify.1: packaging/coset-certify.1 build/coset.1
	$(say) MAN $@
	@sed "1s/DATE VERSION/$$(sed -n 's/^\.TH COSET 1 \([^ ]* "[^"]*"\).*/\1/p' build/coset.1)/" $< >$@

build/coset.bash build/coset.zsh build/coset.fish: build/coset.%: build/release/coset
	$(say) COMPLETE $@
	@build/release/coset help --$*-completion >$@

# One object in which all names but those of the interface are local: others may have a model_new of their own.
$(MADE)/libcoset.a: build/release/libcoset.a packaging/install.mk
	$(say) LD $@
	@mkdir -p $(@D)
	@ld -r --whole-archive -o $(MADE)/all.o $<
	@objcopy --wildcard --keep-global-symbol='coset_*' --strip-debug $(MADE)/all.o $(MADE)/coset.o
	@rm -f $@ $(MADE)/all.o && ar rcs $@ $(MADE)/coset.o

define pkg_config
prefix=$(PREFIX)
libdir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))
includedir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))

Name: coset
Description: model checker for systems that are built from many identical parts
Version: $(VERSION)
Libs: -L$${libdir} -lcoset
Libs.private: $(LIBRARIES)
Cflags: -I$${includedir}
endef

# What goes where, as SOURCE:TARGET.
installed = $(foreach file,$1,$(file):$2/$(notdir $(file)))
PROGRAM_FILES := $(call installed,build/release/coset build/release/coset-certify,$(BINDIR))
DATA_FILES := \
    $(call installed,$(MADE)/libcoset.a,$(LIBDIR)) \
    $(call installed,$(MADE)/coset.pc,$(LIBDIR)/pkgconfig) \
    $(call installed,src/api/coset.h,$(INCLUDEDIR)) \
    $(call installed,build/coset.1 build/coset-certify.1,$(MANDIR)/man1) \
    build/coset.bash:$(DATADIR)/bash-completion/completions/coset \
    build/coset.zsh:$(DATADIR)/zsh/vendor-completions/_coset \
    build/coset.fish:$(DATADIR)/fish/vendor_completions.d/coset.fish \
    packaging/coset-certify.bash:$(DATADIR)/bash-completion/completions/coset-certify \
    $(call installed,README.md CHANGELOG.md LICENSE $(wildcard docs/*.md docs/*.json docs/*.png),$(DOCDIR)) \
    $(call installed,$(wildcard examples/*),$(DOCDIR)/examples) \
    $(foreach kind,syntax ftdetect ftplugin, \
        $(call installed,$(wildcard editors/vim/$(kind)/*.vim),$(DATADIR)/vim/vimfiles/$(kind))) \
    $(foreach file,$(wildcard editors/vscode/*.* editors/vscode/syntaxes/*.*), \
        $(file):$(DATADIR)/coset/$(file:editors/%=%))
# Folders that are nobody else's, the inner ones first.
OWN_FOLDERS := $(DOCDIR)/examples $(DOCDIR) $(DATADIR)/coset/vscode/syntaxes $(DATADIR)/coset/vscode $(DATADIR)/coset

# $(call put,MODE,FILES)
put = @for pair in $2; do install -D -m $1 "$${pair%%:*}" "$(DESTDIR)$${pair\#*:}" || exit 1; done

install: build/release/coset build/release/coset-certify $(MADE)/libcoset.a build/coset.1 build/coset-certify.1 \
    completion
	@: $(file >$(MADE)/coset.pc,$(pkg_config))
	$(call put,755,$(PROGRAM_FILES))
	$(call put,644,$(DATA_FILES))
	@chmod 755 "$(DESTDIR)$(DOCDIR)"/examples/*.sh
	@echo 'installed in $(DESTDIR)$(PREFIX)'

uninstall:
	@for pair in $(PROGRAM_FILES) $(DATA_FILES); do rm -f "$(DESTDIR)$${pair#*:}"; done
	@for folder in $(OWN_FOLDERS); do \
	    [ ! -d "$(DESTDIR)$$folder" ] || rmdir --ignore-fail-on-non-empty "$(DESTDIR)$$folder"; done
	@echo 'removed from $(DESTDIR)$(PREFIX)'

# Packages for Debian and Ubuntu, in build/deb.
deb:
	@$(SETUP) dpkg-dev
	@$(MAKE) release
	@packaging/deb

test-deb: deb
	@packaging/test-deb
