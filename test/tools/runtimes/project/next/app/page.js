'use client';

import { useEffect } from 'react';
import { runSuite } from '../../suite.mjs';

export default function Page() {
  useEffect(() => {
    Object.assign(globalThis, { runSuite });
  }, []);
  return null;
}
