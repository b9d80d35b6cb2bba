#include "image.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <vector>

const char *setting(const char *name) {
	const char *s = getenv(name);
	return s && *s ? s : nullptr;
}

long number(const char *name, long otherwise) {
	const char *s = setting(name);
	return s ? atol(s) : otherwise;
}

void complain(const std::string &what) { fprintf(stderr, "stand-in: %s\n", what.c_str()); }

std::set<std::string> entries(const char *ptx) {
	std::set<std::string> names;
	for (const char *p = ptx; (p = strstr(p, ".entry "));) {
		p += strlen(".entry ");
		names.insert(std::string(p, strcspn(p, "( \t\r\n")));
	}
	return names;
}

// hosts loads the kernels that were compiled for the host, once: one set for each shared object.
static const std::vector<Module> &hosts() {
	static std::vector<Module> all;
	static bool loaded;
	if (loaded)
		return all;
	loaded = true;
	std::string paths = setting("PARDIFF_STANDIN_KERNELS") ? setting("PARDIFF_STANDIN_KERNELS") : "";
	for (size_t from = 0; from < paths.size();) {
		size_t to = std::min(paths.find(':', from), paths.size());
		size_t first = pardiff_kernels().size();
		if (!dlopen(paths.substr(from, to - from).c_str(), RTLD_NOW | RTLD_LOCAL))
			complain(dlerror());
		Module m;
		for (size_t i = first; i < pardiff_kernels().size(); i++)
			m.kernels[pardiff_kernels()[i]->name] = pardiff_kernels()[i];
		all.push_back(m);
		from = to + 1;
	}
	return all;
}

const Module *find(const std::set<std::string> &names) {
	for (const Module &m : hosts()) {
		bool all = m.kernels.size() == names.size();
		for (const std::string &n : names)
			all = all && m.kernels.count(n);
		if (all)
			return &m;
	}
	return nullptr;
}
