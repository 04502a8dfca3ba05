/** Imports a CSV file, after a check that shows what it would change. */
import { type ReactNode, useState } from 'react';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CsvFields } from '../../design/csv-fields.tsx';
import { notify } from '../../design/toasts.tsx';

interface ImportDialogProps<Preview> {
  readonly title: string;
  /** Says what the file would change; imports nothing. */
  readonly check: (csv: string) => Promise<Preview>;
  /** What it imports: `2 locations`. */
  readonly countInWords: (preview: Preview) => string;
  readonly effectInWords: (preview: Preview) => ReactNode;
  /** Imports the file. Returns what it has changed, in words. */
  readonly run: (csv: string) => Promise<string>;
  readonly onClose: () => void;
  /** What such a file has. */
  readonly children: ReactNode;
}

export function ImportDialog<Preview>(props: ImportDialogProps<Preview>) {
  const { title, check, countInWords, effectInWords, run, onClose, children } = props;
  const [csv, setCsv] = useState('');
  /** Of the file as it is: each change forgets it. */
  const [preview, setPreview] = useState<Preview>();
  const confirm = async (): Promise<void> => {
    if (preview === undefined) {
      const checked = await check(csv);
      setPreview(() => checked);
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
      isDisabled={csv.trim() === ''}
      onConfirm={confirm}
      onClose={onClose}
    >
      {children}
      <CsvFields
        value={csv}
        onChange={(text) => {
          setCsv(text);
          setPreview(undefined);
        }}
      />
      {preview !== undefined && <output>{effectInWords(preview)}</output>}
    </Confirm>
  );
}
