/** One process of the server under test, of several. */
import { serveAsProcess } from '../../src/serve-process.ts';
import { noOpRoute } from './no-op-route.ts';

await serveAsProcess(({ environments }) => [noOpRoute(environments.test)]);
