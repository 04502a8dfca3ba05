/** Saves all rows of a list, with its filters, as a CSV file. */
import { Button } from '@mantine/core';
import { downloadList, type ExportedList } from '../api/download.ts';
import { useOperator } from '../api/session.ts';
import { DownloadIcon } from './icons.tsx';
import { saveBlob } from './save-file.ts';
import { useAction } from './submission.ts';
import { notify, notifyError } from './toasts.tsx';

interface ExportProps {
  readonly exported: ExportedList;
  /** There are no rows, or it is not known yet. */
  readonly isDisabled?: boolean;
  /** Where a page has several: what this one saves. */
  readonly label?: string;
  /** The page shows a part of the rows, but all of them are saved. */
  readonly hasOthers?: boolean;
}

/** Renders nothing for the role floor, which may not export. */
export function ExportButton({ exported, label, isDisabled = false, hasOthers = false }: ExportProps) {
  const { Role } = useOperator();
  const { isRunning, run } = useAction();
  if (Role === 'floor') return null;
  const save = async (): Promise<void> => {
    try {
      const { name, blob } = await downloadList(exported);
      saveBlob(name, blob);
      notify(`${name} is saved.`);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon size={16} />}
      disabled={isDisabled || isRunning}
      onClick={() => void run(save)}
    >
      {isRunning ? 'Exporting…' : (label ?? (hasOthers ? 'Export all' : 'Export CSV'))}
    </Button>
  );
}
