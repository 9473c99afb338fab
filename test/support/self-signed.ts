import { spawnSync } from 'node:child_process';

export const hasOpenSsl: boolean = spawnSync('openssl', ['version']).status === 0;

if (!hasOpenSsl) console.warn('openssl is not installed: the tests that need it are skipped.');

/** Creates a key and its self-signed certificate for `localhost`. */
export function selfSigned(): { key: string; cert: string } {
  const options =
    '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -keyout - -out -';
  const { stdout } = spawnSync('openssl', ['req', ...options.split(' ')], { encoding: 'utf8' });
  return { key: stdout, cert: stdout };
}
