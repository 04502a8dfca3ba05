/** Imports a CSV file, after a check that shows its changes. */
import { type ReactNode, useState } from 'react';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CsvFields, isUsableCsv } from '../../design/csv-fields.tsx';
import { useRequestedPreview } from '../../design/preview.ts';
import { notify } from '../../design/toasts.tsx';

interface ImportDialogProps<Preview> {
  readonly title: string;
  /** Returns the changes that the file would make; imports nothing. */
  readonly check: (csv: string) => Promise<Preview>;
  /** The number of imported rows, in words: `2 locations`. */
  readonly countInWords: (preview: Preview) => string;
  readonly effectInWords: (preview: Preview) => ReactNode;
  /** The number of rows that are not in the file and would be removed. */
  readonly removedBy: (preview: Preview) => number;
  /** The command that imports files of any size. */
  readonly command: string;
  /** Imports the file. Returns what it has changed, in words. */
  readonly run: (csv: string) => Promise<string>;
  readonly onClose: () => void;
  /** A description of the file. */
  readonly children: ReactNode;
}

export function ImportDialog<Preview>(props: ImportDialogProps<Preview>) {
  const { title, check, countInWords, effectInWords, removedBy, command, run, onClose, children } = props;
  const [csv, setCsv] = useState('');
  const { preview, make } = useRequestedPreview<Preview>(csv);
  const confirm = async (): Promise<void> => {
    if (preview === undefined) {
      await make(() => check(csv));
      return;
    }
    notify(await run(csv));
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={title}
      action={preview === undefined ? 'Check the file' : `Import ${countInWords(preview)}`}
      size={640}
      isDisabled={!isUsableCsv(csv)}
      isDangerous={preview !== undefined && removedBy(preview) > 0}
      onConfirm={confirm}
      onClose={onClose}
    >
      {children}
      <CsvFields value={csv} whenTooLarge={`Import it with the command ${command}.`} onChange={setCsv} />
      {preview !== undefined && <output>{effectInWords(preview)}</output>}
    </Confirm>
  );
}
