// The stand-in for libnvrtc.so: it finds the kernels of a source and makes a text that says no more than their
// names, which is all that the stand-in driver reads of PTX. It checks nothing: compilers do that.
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <string>

#define API extern "C" __attribute__((visibility("default")))

enum { SUCCESS = 0, INVALID_OPTION = 5, COMPILATION = 6 };

struct Program {
	std::string source, name, ptx, log;
};

// kernel returns the name that is declared after __global__: the word before a parenthesis that is no attribute.
static std::string kernel(const char *p) {
	std::string word;
	for (;; p++) {
		if (isalnum((unsigned char)*p) || *p == '_') {
			word = isalnum((unsigned char)p[-1]) || p[-1] == '_' ? word + *p : std::string(1, *p);
		} else if (*p == '(' && word == "__launch_bounds__") {
			p += strcspn(p, ")");
		} else if (*p == '(' || *p == 0) {
			return word;
		}
	}
}

API int nvrtcVersion(int *major, int *minor) {
	*major = 12;
	*minor = 0;
	return SUCCESS;
}

API int nvrtcCreateProgram(Program **p, const char *source, const char *name, int, const char *const *, const char *const *) {
	*p = new Program{source, name ? name : "", "", ""};
	return SUCCESS;
}

API int nvrtcDestroyProgram(Program **p) {
	delete *p;
	*p = nullptr;
	return SUCCESS;
}

API int nvrtcCompileProgram(Program *p, int n, const char *const *options) {
	for (int i = 0; i < n; i++) {
		const char arch[] = "--gpu-architecture=compute_";
		if (!strncmp(options[i], arch, strlen(arch)) && atoi(options[i] + strlen(arch)) > 90) {
			p->log = std::string("nvrtc: error: invalid value for ") + options[i];
			return INVALID_OPTION;
		}
	}
	size_t error = p->source.find("#error ");
	if (error != std::string::npos) {
		p->log = p->name + ": error: " + p->source.substr(error, p->source.find('\n', error) - error);
		return COMPILATION;
	}
	p->ptx = ".version 6.4\n.target sm_75\n.address_size 64\n";
	const std::string global = "__global__ ";
	for (size_t at = 0; (at = p->source.find(global, at)) != std::string::npos; at += global.size())
		p->ptx += ".visible .entry " + kernel(p->source.c_str() + at + global.size()) + "()\n{\n\tret;\n}\n";
	return SUCCESS;
}

API int nvrtcGetPTXSize(Program *p, size_t *n) {
	*n = p->ptx.size() + 1;
	return SUCCESS;
}

API int nvrtcGetPTX(Program *p, char *to) {
	memcpy(to, p->ptx.c_str(), p->ptx.size() + 1);
	return SUCCESS;
}

API int nvrtcGetProgramLogSize(Program *p, size_t *n) {
	*n = p->log.size() + 1;
	return SUCCESS;
}

API int nvrtcGetProgramLog(Program *p, char *to) {
	memcpy(to, p->log.c_str(), p->log.size() + 1);
	return SUCCESS;
}
