/** A generated password, shown once: it can be copied, and the dialog closes only by its button. */
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { CheckIcon, CopyIcon } from '../../design/icons.tsx';
import styles from './secret-once.module.css';

interface SecretOnceProps {
  readonly title: string;
  readonly email: string;
  readonly password: string;
  readonly onClose: () => void;
}

export function SecretOnce({ title, email, password, onClose }: SecretOnceProps) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(password);
    setIsCopied(true);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p>
        Give this password to {email}. It is shown only now; who signs in with it should change it under “Your account”.
      </p>
      <p className={styles.secret}>{password}</p>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </div>
    </Modal>
  );
}
