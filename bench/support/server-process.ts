/** The program of each process when the server under test runs as several processes. */
import { serveAsProcess } from '../../src/serve-process.ts';
import { noOpRoute } from './no-op-route.ts';

await serveAsProcess(({ environments }) => [noOpRoute(environments.test)]);
