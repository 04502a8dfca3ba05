/** Prints a manifest with its barcode, as often as it is needed: the document is drawn from what is stored. */
import { Button } from '@mantine/core';
import { call } from '../../api/client.ts';
import { PrintIcon } from '../../design/icons.tsx';
import { printDocument } from '../../design/print-document.ts';
import { useAction } from '../../design/submission.ts';
import { notifyError } from '../../design/toasts.tsx';

interface PrintManifestProps {
  /** The id. */
  readonly manifest: string;
  readonly number: number;
  /** Small, for the end of a row. */
  readonly isInRow?: boolean;
}

const documentMs = 65_000;

export function PrintManifest({ manifest, number, isInRow = false }: PrintManifestProps) {
  const { isRunning, run } = useAction();
  const print = () =>
    run(async () => {
      try {
        const request = { Manifest: manifest };
        const { File } = await call('/api/Floor/ManifestDocument', request, AbortSignal.timeout(documentMs));
        printDocument(Uint8Array.fromBase64(File), `Manifest ${number}`);
      } catch (failure) {
        notifyError(failure);
      }
    });
  return isInRow ? (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      aria-label={`Print manifest ${number}`}
      loading={isRunning}
      onClick={() => void print()}
    >
      Print
    </Button>
  ) : (
    <Button variant="default" leftSection={<PrintIcon size={16} />} loading={isRunning} onClick={() => void print()}>
      Print manifest
    </Button>
  );
}
