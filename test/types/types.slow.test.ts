// types.test.ts explains why this is a single file.
import './suites/completions.ts';
import './suites/documents.ts';
import './suites/drift.ts';
import './suites/skills.ts';
