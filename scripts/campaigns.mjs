/**
 * `npm run -s test:campaigns`: what `npm test` runs shortly, at length, one after the other. `npm run -s test:campaigns -- <name> …` runs some.
 * All run, whatever fails; exits with 1 when one failed.
 */
import { spawnSync } from 'node:child_process';
import { root } from './install.mjs';

/** Commands of package.json. */
const campaigns = ['test:portal', 'test:scans', 'test:hostile', 'test:model', 'test:properties', 'attack'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !campaigns.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`dray: no campaign is named ${unknown.join(', ')}: ${campaigns.join(', ')}\n`);
  process.exit(1);
}
const results = (chosen.length > 0 ? chosen : campaigns).map((name) => {
  const began = performance.now();
  const { status } = spawnSync('npm', ['run', '-s', name], { stdio: 'inherit', cwd: root });
  return { name, passed: status === 0, seconds: (performance.now() - began) / 1000 };
});
for (const { name, passed, seconds } of results) {
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)\n`);
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
