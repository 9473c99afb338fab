// Exports every model that the document describes. test/openapi/document.test.ts fails if a file of src/contract is
// missing. We avoid `import *` of each file, because the bundler would then keep an object of the file's exports in the
// chunk that the client shares.
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
export * from '../../src/contract/transcript.ts';
export * from '../../src/contract/word.ts';
export * from '../../src/contract/word-edit.ts';
export * from '../../src/contract/word-style.ts';
