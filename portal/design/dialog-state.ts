/** The open dialog of a page. */
import { useState } from 'react';
import { refreshAll } from '../api/queries.ts';
import { useOperator } from '../api/session.ts';

/** The open dialog of a page. `close` reads all lists again. */
export function useDialog<Dialog>() {
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => {
    setDialog(undefined);
    void refreshAll();
  };
  return { dialog, open: (next: Dialog): void => setDialog(next), close };
}

/** The open dialog of a page on which administrators change rows. `open` is undefined for others, who only read. */
export function useAdminDialog<Dialog>() {
  const { Role } = useOperator();
  const { dialog, open, close } = useDialog<Dialog>();
  return { dialog, open: Role === 'admin' ? open : undefined, close };
}
