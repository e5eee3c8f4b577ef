import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { Alert, Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { IMPORT_LIMITS } from '#kernel/import-errors.ts'
import { fieldMeta } from '#kernel/primitives.ts'
import { ruleText } from '#kernel/validation-texts.ts'
import { messageOf } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { useContractQuery } from '../../api/use-query.ts'
import { currentLanguage, useLanguage, useNames, useShellText } from '../../i18n.ts'
import { notify } from '../../shell/notices/notify.ts'
import { useScreen } from '../../shell/routing/screen-context.ts'
import { runDownload } from '../export/downloads.tsx'
import { DropZone } from '../form/drop-zone.tsx'
import { valuesOf } from '../form/schema.ts'
import { showBytes, showCount } from '../sizes.ts'
import { TimestampText } from '../value/timestamp.tsx'
import type { ImportFacts } from './import-facts.ts'
import { ImportStatusTag } from './import-status.tsx'

interface Props {
  facts: ImportFacts
  onOpen: (id: string) => void
}

/** The beginning: where the file is dropped, what its columns are, and the imports of the last days to come back to. */
export function ImportBegin({ facts, onOpen }: Props) {
  const t = useShellText()
  const { contract } = facts
  return (
    <div className="bt-import">
      <div className="bt-import-top">
        <Sending facts={facts} onOpen={onOpen} />
        <Button icon={<DownloadOutlined />} onClick={() => void runDownload(contract.template, {})}>
          {t('import.template')}
        </Button>
      </div>
      <Guide {...facts} />
      <Recent facts={facts} onOpen={onOpen} />
    </div>
  )
}

function Sending({ facts: { contract, input }, onOpen }: Props) {
  const t = useShellText()
  const { address } = useScreen()
  const [sent, setSent] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const abort = useRef<AbortController>(null)
  const send = async ([file]: File[]) => {
    setRefusal(null)
    if (!file) return
    if (!/\.xlsx?$/i.test(file.name)) return notify({ kind: 'error', title: t('common.error'), text: ruleText('importFile', currentLanguage()) })
    if (file.size > IMPORT_LIMITS.bytes) return setRefusal(t('files.tooLarge', { name: file.name, max: showBytes(IMPORT_LIMITS.bytes, currentLanguage()) }))
    abort.current = new AbortController()
    setSent(0)
    try {
      const { id } = await upload(contract.upload, input?.(new URLSearchParams(address.split('?')[1])) ?? {}, file, {
        signal: abort.current.signal,
        onSent: setSent,
      })
      onOpen(id)
    } catch (error) {
      if (!abort.current.signal.aborted) setRefusal(messageOf(error))
    } finally {
      setSent(null)
    }
  }
  return (
    <div className="bt-import-drop">
      {sent === null ? (
        <DropZone
          accept=".xlsx,.xls"
          title={t('import.drop')}
          hint={t('import.limits', { size: showBytes(IMPORT_LIMITS.bytes, currentLanguage()), rows: showCount(contract.maxRows, currentLanguage()) })}
          onFiles={(files) => void send(files)}
        />
      ) : (
        <div className="bt-import-sending">
          <Progress percent={Math.round(sent * 100)} aria-label={t('files.sending')} />
          <Button onClick={() => abort.current?.abort()}>{t('common.cancel')}</Button>
        </div>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} role="alert" />}
    </div>
  )
}

/** What each column holds, in words. */
function Guide({ contract }: ImportFacts) {
  const t = useShellText()
  const names = useNames(contract.entity)
  const shape = contract.row.shape as Record<string, z.ZodType>
  const how = (field: string, schema: z.ZodType) => {
    // A column that needs more words than its kind has them in the labels.
    const hint = names.hint(contract.entity, field)
    const { kind, labels: name } = fieldMeta(schema)
    const values = valuesOf(schema)
    if (values && name) return [values.map((value) => names.enumValue(name, value)).join(', '), hint].filter(Boolean).join('. ')
    if (hint !== undefined) return hint
    return kind === 'date'
      ? t('import.asDate')
      : kind === 'money' || kind === 'count'
        ? t('import.asNumber')
        : kind === 'flag'
          ? t('import.asFlag')
          : kind === 'code'
            ? t('import.asCode')
            : t('import.asText')
  }
  return (
    <section className="bt-import-part">
      <h2>{t('import.columns')}</h2>
      <div className="bt-plain-scroll">
        <table className="bt-plain">
          <thead>
            <tr>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.needed')}</th>
              <th scope="col">{t('import.how')}</th>
            </tr>
          </thead>
          <tbody>
            {contract.fields.map((field) => {
              const schema = shape[field] as z.ZodType
              return (
                <tr key={field}>
                  <th scope="row">{names.field(contract.entity, field)}</th>
                  <td>{schema.safeParse(undefined).success ? t('common.none') : t('common.yes')}</td>
                  <td>{how(field, schema)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Recent({ facts: { contract }, onOpen }: Props) {
  const t = useShellText()
  const language = useLanguage()
  const { data = [] } = useContractQuery(contract.recent, {})
  if (data.length === 0) return null
  return (
    <section className="bt-import-part">
      <h2>{t('import.recent')}</h2>
      <div className="bt-plain-scroll">
        <table className="bt-plain">
          <tbody>
            {data.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  <Button type="link" size="small" className="bt-import-link" onClick={() => onOpen(one.id)}>
                    {one.fileName}
                  </Button>
                </th>
                <td>
                  <TimestampText value={one.createdAt} />
                </td>
                <td>
                  <ImportStatusTag status={one.status} />
                </td>
                <td className="bt-num">{one.total > 0 ? t('import.rowCount', { count: showCount(one.total, language) }) : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
