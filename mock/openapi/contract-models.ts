// Every model that the document describes by itself, under the name that its file exports. A file of src/contract that is
// not here does not reach the document: test/openapi/document.test.ts names it. Not `import *` of each file, which
// would make the bundler keep an object of its exports in the chunk that the client shares.
export * from '../../src/contract/audio.ts';
export * from '../../src/contract/caption.ts';
export * from '../../src/contract/clip.ts';
export * from '../../src/contract/event.ts';
export * from '../../src/contract/job.ts';
export * from '../../src/contract/onboarding.ts';
export * from '../../src/contract/page.ts';
export * from '../../src/contract/problem.ts';
export * from '../../src/contract/project.ts';
export * from '../../src/contract/timeline-batch.ts';
export * from '../../src/contract/timeline-item.ts';
export * from '../../src/contract/timeline-item.ts';
export * from '../../src/contract/transcript.ts';
export * from '../../src/contract/word.ts';
export * from '../../src/contract/word-edit.ts';
export * from '../../src/contract/word-style.ts';
