/** Asks at a shared station who works there, by badge and PIN, when no person is identified and no person's page waits behind `SignInAgainDialog`. Then the page of the address follows. */
import { useEffect } from 'react';
import IdentifyForm from './identify-form.tsx';
import styles from './sign-in-page.module.css';

export default function IdentifyPage() {
  useEffect(() => {
    document.title = 'Who works here? · Dray';
  }, []);
  return (
    <div className={styles.station}>
      <IdentifyForm />
    </div>
  );
}
