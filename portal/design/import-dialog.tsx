/** Imports a CSV file, after a check that shows its changes. */
import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.tsx';
import { CsvFields, isUsableCsv } from './csv-fields.tsx';
import { useRequestedPreview } from './preview.ts';
import { notify } from './toasts.tsx';

interface ImportDialogProps<Preview> {
  readonly title: string;
  /** The winery or warehouse of the file, where its lines do not name it; its code is '' until one is chosen. */
  readonly owner?: { readonly code: string; readonly field: ReactNode };
  /** Returns the changes that the file would make; imports nothing. */
  readonly check: (csv: string) => Promise<Preview>;
  /** The action of the button after the check: `Import 2 locations`. */
  readonly action: (preview: Preview) => string;
  readonly effect: (preview: Preview) => ReactNode;
  readonly isDangerous?: (preview: Preview) => boolean;
  /** Whether the file would change nothing, and is not imported. */
  readonly isEmpty?: (preview: Preview) => boolean;
  /** The command that imports files of any size. */
  readonly command?: string;
  /** Imports the file. Returns what it has changed, in words. */
  readonly run: (csv: string) => Promise<string>;
  readonly onClose: () => void;
  /** A description of the file. */
  readonly children: ReactNode;
}

export function ImportDialog<Preview>(props: ImportDialogProps<Preview>) {
  const { title, owner, check, action, effect, isDangerous, isEmpty, command, run, onClose, children } = props;
  const [csv, setCsv] = useState('');
  const { preview, make } = useRequestedPreview<Preview>(`${owner?.code}\n${csv}`);
  const confirm = async (): Promise<void> => {
    if (preview === undefined) {
      await make(() => check(csv));
      return;
    }
    notify(await run(csv));
    onClose();
  };
  return (
    <Confirm
      title={title}
      action={preview === undefined ? 'Check the file' : action(preview)}
      size={640}
      isDisabled={owner?.code === '' || !isUsableCsv(csv) || (preview !== undefined && isEmpty?.(preview) === true)}
      isDangerous={preview !== undefined && isDangerous?.(preview) === true}
      onConfirm={confirm}
      onClose={onClose}
    >
      {children}
      {owner?.field}
      <CsvFields
        value={csv}
        onChange={setCsv}
        {...(command !== undefined && { whenTooLarge: `Import it with the command ${command}.` })}
      />
      {preview !== undefined && effect(preview)}
    </Confirm>
  );
}
