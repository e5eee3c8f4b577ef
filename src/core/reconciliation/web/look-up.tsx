import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { isNotFound, reasonsOf } from '#platform/web/api/api-error.ts'
import { useLabels } from '#platform/web/i18n.ts'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { openAddress } from '#platform/web/shell/routing/navigation.ts'
import { words } from './words.ts'

interface Props {
  title: string
  label: string
  /** Finds the record's address by its code. */
  find: (code: string) => Promise<string>
}

/** Opened without a record: the code of one leads to it. */
export function LookUp({ title, label, find }: Props) {
  const labels = useLabels(words)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const search = async (code: string) => {
    if (code.trim() === '') return
    setBusy(true)
    setRefusal(undefined)
    try {
      openAddress(await find(code.trim()))
    } catch (error) {
      setRefusal(isNotFound(error) ? labels.text('lookUpNone') : reasonsOf(error).join(' '))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={title}>
      <Input.Search
        autoFocus
        aria-label={label}
        placeholder={label}
        enterButton={<Button type="primary">{labels.text('lookUpButton')}</Button>}
        loading={busy}
        className="rec-look-up"
        onSearch={(code) => void search(code)}
      />
      {refusal && <Alert type="warning" showIcon title={refusal} role="alert" className="rec-look-up" />}
    </Section>
  )
}
