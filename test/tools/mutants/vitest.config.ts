import { defineConfig, type UserConfigFnObject } from 'vitest/config';
import config from '../../../vitest.config.ts';

/** Without the tests of what is built, in which no change is seen, and those that need a process of their own. */
export default defineConfig((env) => {
  // Cast: it is a function.
  const { test, ...rest } = (config as UserConfigFnObject)(env);
  const projects = test?.projects?.filter((project) => typeof project === 'object' && project.test?.name === 'shared');
  return { ...rest, test: { ...test, projects } };
});
