// One file, since its tests share a compiler: to read the package takes it longer than any of them. For the same reason
// types.slow.test.ts is one file.
import './suites/api-report.ts';
import './suites/doc-comments.ts';
import './suites/drift.ts';
