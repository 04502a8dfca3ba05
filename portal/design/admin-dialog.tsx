/** The shared parts of settings pages: administrators change rows in dialogs, others only read them. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { refreshAll } from '../api/queries.ts';
import { useOperator } from '../api/session.ts';
import type { Column } from './data-table.tsx';
import { PlusIcon } from './icons.tsx';

/** The open dialog of a page. `open` is undefined for those who only read; `close` reads all lists again. */
export function useAdminDialog<Dialog>() {
  const { Role } = useOperator();
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => {
    setDialog(undefined);
    void refreshAll();
  };
  return { dialog, open: Role === 'admin' ? (next: Dialog): void => setDialog(next) : undefined, close };
}

interface NewRowButtonProps {
  readonly label: string;
  /** Undefined for those who only read: there is no button. */
  readonly open: ((dialog: { readonly kind: 'new' }) => void) | undefined;
}

export function NewRowButton({ label, open }: NewRowButtonProps) {
  if (open === undefined) return null;
  return (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => open({ kind: 'new' })}>
      {label}
    </Button>
  );
}

/** The column of what can be done with a row. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  ...{ key: 'actions', header: 'Actions', priority: 1, align: 'end', cell },
});
