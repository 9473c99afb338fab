// The type tests are in a single file, because they share a compiler, and reading the package takes longer than any
// test. The same is true for types.slow.test.ts.
import './suites/api-report.ts';
import './suites/doc-comments.ts';
import './suites/drift.ts';
import './suites/faults.ts';
