/** Generated credentials, shown once. The dialog closes only by its button, which a second Enter does not press: the focus begins on what is shown. */
import { ActionIcon, Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { useReturnFocus } from './return-focus.ts';
import styles from './secret-once.module.css';

interface SecretItem {
  readonly label: string;
  readonly value: string;
}

interface SecretOnceProps {
  readonly title: string;
  readonly secrets: readonly SecretItem[];
  readonly onClose: () => void;
  /** Text that says to whom the credentials are to be given. */
  readonly children: ReactNode;
}

export function SecretOnce({ title, secrets, onClose, children }: SecretOnceProps) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p>{children}</p>
      <dl className={styles.secrets} tabIndex={-1} data-autofocus>
        {secrets.map((secret) => (
          <div key={secret.label}>
            <dt>{secret.label}</dt>
            <dd>
              <span className={styles.secret}>{secret.value}</span>
              <CopyButton secret={secret} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  );
}

/** Browsers have a clipboard only on secure pages; elsewhere one click selects the value. */
function CopyButton({ secret: { label, value } }: { readonly secret: SecretItem }) {
  const [isCopied, setIsCopied] = useState(false);
  if (navigator.clipboard === undefined) return null;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  const name = isCopied ? `${label} copied` : `Copy: ${label}`;
  return (
    <ActionIcon aria-label={name} title={name} size={32} onClick={() => void copy()}>
      {isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
    </ActionIcon>
  );
}
