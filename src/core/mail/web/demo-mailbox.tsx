import { Button, Drawer, Empty } from 'antd'
import { Fragment } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { TimestampText } from '#platform/web/kit/value/timestamp.tsx'
import { AntdRoot } from '#platform/web/shell/look/antd-root.tsx'
import { demoMails } from '../contract/mail.ts'
import './mail.css'
import { words } from './words.ts'

/** The text of a mail; links to this portal can be pressed. */
export function MailText({ text }: { text: string }) {
  return (
    <div className="bt-mail-text">
      {text.split(/(https?:\/\/\S+)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay where they are
        <Fragment key={index}>{/^https?:\/\//.test(part) ? <a href={part}>{part}</a> : part}</Fragment>
      ))}
    </div>
  )
}

/** Demo only: the newest mails of the portal, which has no mail server here. */
export function DemoMailbox({ open, onClose }: { open: boolean; onClose: () => void }) {
  const labels = useLabels(words)
  const mails = useContractQuery(demoMails, {}, { enabled: open, staleTime: 0, refetchInterval: 3_000 })
  return (
    <AntdRoot>
      <Drawer
        title={labels.text('demoTitle')}
        open={open}
        onClose={onClose}
        size={560}
        extra={<Button onClick={() => void mails.refetch()}>{labels.text('demoReload')}</Button>}
      >
        <p className="bt-mail-lead">{labels.text('demoLead')}</p>
        {mails.data?.length === 0 && <Empty description={labels.text('demoEmpty')} image={Empty.PRESENTED_IMAGE_SIMPLE} />}
        {mails.data?.map((mail) => (
          <article key={mail.id} className="bt-mail">
            <h3>{mail.subject}</h3>
            <p className="bt-mail-lead">
              {labels.text('demoTo', { recipient: mail.recipient })} · <TimestampText value={mail.createdAt} />
            </p>
            <MailText text={mail.text} />
          </article>
        ))}
      </Drawer>
    </AntdRoot>
  )
}
