/** The program of each process when the server under test runs as several processes. */
import { runServerProcess } from '../../src/serve-process.ts';
import { noOpRoute } from './no-op-route.ts';

await runServerProcess(({ environments }) => [noOpRoute(environments.test)]);
