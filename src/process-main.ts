/** The program of each process of `dray serve --processes`. */
import './api/server.ts';
import './first-start.ts';
import './platform/jobs.ts';
import { serveAsProcess } from './serve-process.ts';

await serveAsProcess();
