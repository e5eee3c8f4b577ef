import { Modal, Skeleton } from 'antd'
import { listMails, readMail, retryMail } from '#core/mail/contract/mail.ts'
import { MailText } from '#core/mail/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { dialogHost } from '#platform/web/kit/actions/dialog-host.tsx'
import { listScreen } from '#platform/web/kit/list/list-screen.tsx'
import { words } from './words.ts'

type Mail = RowOf<typeof listMails>

function MailReader({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { data, error } = useContractQuery(readMail, { id: mail.id })
  // A text that is gone is said by the generic handler.
  if (error) return null
  return (
    <Modal open title={mail.subject} footer={null} width={640} onCancel={onClose}>
      {data ? <MailText text={data.text} /> : <Skeleton active title={false} />}
    </Modal>
  )
}

function MailRetry({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const labels = useLabels(words)
  const { id, version, subject, recipient } = mail
  return (
    <CommandDialog
      contract={retryMail}
      input={{ id, version }}
      title={labels.text('retryTitle')}
      text={labels.text('retryText', { subject, recipient })}
      submit={labels.action('retry')}
      done={labels.text('retried')}
      invalidates={[listMails]}
      onClose={onClose}
    />
  )
}

const { Host, useOpen } = dialogHost<{ kind: 'read' | 'retry'; mail: Mail }>(({ kind, mail }, close) =>
  kind === 'read' ? <MailReader mail={mail} onClose={close} /> : <MailRetry mail={mail} onClose={close} />,
)

function useRowActions() {
  const labels = useLabels(words)
  const open = useOpen()
  return [
    // Only a demo keeps what its mails say: everywhere else a mail is its reader's business.
    {
      key: 'read',
      label: labels.action('read'),
      permission: readMail.permission,
      when: (mail: Mail) => mail.status === 'KEPT',
      run: (mail: Mail) => open({ kind: 'read', mail }),
    },
    {
      key: 'retry',
      label: labels.action('retry'),
      permission: retryMail.permission,
      when: (mail: Mail) => mail.status === 'FAILED',
      run: (mail: Mail) => open({ kind: 'retry', mail }),
    },
  ]
}

const List = listScreen(listMails, {
  filters: ['text', 'status', { range: ['from', 'to'], label: 'createdAt', days: 7 }],
  columns: [
    { field: 'subject', fixed: 'start', width: 300 },
    { field: 'recipient', width: 240 },
    { field: 'status', width: 140 },
    'createdAt',
    'endedAt',
    { field: 'attempts', width: 110 },
    'nextAttemptAt',
    { field: 'error', width: 140 },
  ],
  useRowActions,
})

/** Mails on their way out: what waits, what went, what was given up and why. */
export default function MailOutbox() {
  return (
    <Host>
      <List />
    </Host>
  )
}
