// A single file, because its tests share a compiler, and reading the package takes longer than any test. For the same reason
// types.slow.test.ts is a single file.
import './suites/api-report.ts';
import './suites/doc-comments.ts';
import './suites/drift.ts';
