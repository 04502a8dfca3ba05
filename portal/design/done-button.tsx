/** Ends a dialog that shows results. It gets the focus that the replaced button had, so Enter closes the dialog. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

export function DoneButton({ onClick }: { readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} onClick={onClick}>
      Done
    </Button>
  );
}
