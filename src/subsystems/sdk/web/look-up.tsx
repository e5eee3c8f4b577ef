import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { replaceAddress } from '#platform/web/shell/routing/navigation.ts'
import { PageLink } from '#platform/web/shell/routing/page-link.tsx'
import { useScreen } from '#platform/web/shell/routing/screen-context.ts'
import { listSdkTransactions } from '../contract/transactions.ts'
import { paths, transactionPath } from './paths.ts'
import { words } from './words.ts'
import './look-up.css'

/** Codes of transactions begin so; what else is typed is a reference of the partner. */
const CODE = /^SDK\d{15}$/i

/** Leads to a payment by its code or its reference. */
export function LookUp() {
  const labels = useLabels(words)
  const clearable = useClearable()
  const { tabId } = useScreen()
  const [asked, ask] = useState('')
  const first = useRef<InputRef>(null)
  useEffect(() => first.current?.focus(), [])
  const input = { searchSdi: CODE.test(asked) ? { code: asked } : { externalRef: asked }, pageInfo: { currentPage: 1, pageSize: 15 as const } }
  const { data } = useContractQuery(listSdkTransactions, input, { enabled: asked !== '' })
  const found = data?.result[0]?.id
  useEffect(() => {
    if (found) replaceAddress(tabId, transactionPath(found), true)
  }, [found, tabId])
  return (
    <Section title={labels.text('lookUpTitle')}>
      <Form layout="vertical" className="sdk-look-up" onFinish={({ code = '' }: { code?: string }) => ask(code.trim())}>
        <Form.Item name="code" label={labels.text('lookUpField')} extra={labels.text('lookUpHint')}>
          <Input ref={first} className="bt-num" maxLength={64} autoComplete="off" spellCheck={false} allowClear={clearable} />
        </Form.Item>
        <div className="sdk-look-up-ways">
          <Button type="primary" htmlType="submit">
            {labels.text('lookUp')}
          </Button>
          <PageLink to={paths.transactions}>{labels.text('toList')}</PageLink>
        </div>
      </Form>
      {data && !found && <Alert type="info" showIcon role="status" title={labels.text('lookUpNothing', { code: asked })} />}
    </Section>
  )
}
