// A single file: see types.test.ts.
import './suites/completions.ts';
import './suites/documents.ts';
import './suites/drift.ts';
import './suites/skills.ts';
