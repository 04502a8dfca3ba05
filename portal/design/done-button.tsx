/** Ends a dialog that shows results. It takes the focus, which the button before it had: Enter goes on. */
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
