import { defineConfig, type UserConfigFnObject } from 'vitest/config';
import config from '../../../vitest.config.ts';

/** Leaves out tests of the built package, which has no mutants, and tests that must run alone. */
export default defineConfig((env) => {
  // Cast: vitest.config.ts exports a function.
  const { test, ...rest } = (config as UserConfigFnObject)(env);
  const projects = test?.projects?.filter((project) => typeof project === 'object' && project.test?.name === 'shared');
  return { ...rest, test: { ...test, projects } };
});
