// The tests of types are one file, and one in `npm run test:slow`: they share a compiler, and to read the package takes it
// longer than any of them.
import './suites/api-report.ts';
import './suites/doc-comments.ts';
import './suites/drift.ts';
