/** A worker thread that renders labels, packing slips and manifests for `render-pool.ts`, one at a time, with lower priority than requests. */
import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { renderLabelsAndPackingSlip, renderManifest } from './render.ts';
import type { RenderJob, RenderResult } from './render-pool.ts';

/** Linux has priorities per thread; elsewhere this would slow down the whole process. */
const niceness = 10;
if (process.platform === 'linux') os.setPriority(0, niceness);

parentPort?.on('message', (job: RenderJob) => {
  render(job).then(
    (file) => post({ file: file.toString('base64') }),
    (error: unknown) => post({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

const render = (job: RenderJob): Promise<Buffer> =>
  'manifest' in job
    ? renderManifest(job.manifest, job.carrierForms)
    : renderLabelsAndPackingSlip(job.content, job.format, job.carrierLabels, job.only);

function post(message: RenderResult): void {
  parentPort?.postMessage(message);
}
