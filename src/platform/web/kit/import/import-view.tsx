import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { IMPORT_MOVING, type ImportState } from '#kernel/import.ts'
import { queryClient } from '../../api/query-client.ts'
import { useContractCommand, useContractQuery } from '../../api/use-query.ts'
import { useLanguage, useNames, useShellText } from '../../i18n.ts'
import { CommandDialog } from '../actions/command-dialog.tsx'
import { runDownload } from '../export/downloads.tsx'
import { showCount } from '../sizes.ts'
import type { ImportAbout, ImportFacts } from './import-facts.ts'
import { ImportMapping } from './import-mapping.tsx'
import { ImportRows } from './import-rows.tsx'
import { ImportStatusTag } from './import-status.tsx'

const POLL_MS = 600

interface Props {
  id: string
  facts: ImportFacts
  replaces: ImportAbout['replaces']
  /** Back to the beginning: another file. */
  onLeave: () => void
}

/** One import, wherever it is: what goes on, what is asked of the person, what came of it. */
export function ImportView({ id, facts, replaces, onLeave }: Props) {
  const { contract, invalidates } = facts
  const refetchInterval = (known?: ImportState) => (known === undefined || IMPORT_MOVING.includes(known.status) ? POLL_MS : false)
  const { data: state } = useContractQuery(contract.state, { id }, { refetchInterval, quiet: true })
  const status = state?.status
  useEffect(() => {
    if (status === undefined) return
    // What was imported shows in the lists that are open, what was checked in the rows.
    for (const read of status === 'DONE' ? [contract.rows, contract.recent, ...invalidates] : [contract.rows, contract.recent])
      void queryClient.invalidateQueries({ queryKey: [read.path] })
  }, [status, contract, invalidates])
  if (!state) return null
  return (
    <div className="bt-import">
      <Head state={state} facts={facts} onLeave={onLeave} />
      <Body state={state} facts={facts} replaces={replaces} />
    </div>
  )
}

function Head({ state, facts: { contract }, onLeave }: { state: ImportState; facts: ImportFacts; onLeave: () => void }) {
  const t = useShellText()
  const cancel = useContractCommand(contract.cancel, { invalidates: [contract.state, contract.recent], onSuccess: onLeave })
  const { id, version, status } = state
  const ended = status === 'DONE' || status === 'REFUSED' || status === 'CANCELLED'
  return (
    <div className="bt-import-head">
      <strong className="bt-import-name">{state.fileName}</strong>
      <ImportStatusTag status={status} />
      {state.sheets > 1 && <span className="bt-none">{t('import.sheet', { sheet: state.sheet, count: state.sheets })}</span>}
      <span className="bt-grow" />
      {!IMPORT_MOVING.includes(status) && (
        <Button type={status === 'REFUSED' || status === 'CANCELLED' ? 'primary' : 'default'} onClick={onLeave}>
          {t('import.another')}
        </Button>
      )}
      {!ended && status !== 'IMPORTING' && (
        <Button onClick={() => cancel.mutate({ id, version })} loading={cancel.isPending}>
          {t('import.cancel')}
        </Button>
      )}
    </div>
  )
}

function Body({ state, facts, replaces }: ReadyProps) {
  const t = useShellText()
  switch (state.status) {
    case 'READING':
      return <Working text={t('import.reading')} />
    case 'CHECKING':
      return <Working text={t('import.checking')} done={state.done} total={state.total} />
    case 'IMPORTING':
      return <Working text={t('import.importing')} done={state.done} total={state.good} />
    case 'MAPPING':
      return (
        <>
          {state.problem && <Alert type="warning" showIcon title={state.problem.message} role="alert" />}
          <ImportMapping state={state} facts={facts} />
        </>
      )
    case 'READY':
      return <Ready state={state} facts={facts} replaces={replaces} />
    case 'DONE':
      return <Done state={state} facts={facts} />
    case 'REFUSED':
      return <Alert type="error" showIcon title={state.problem?.message} description={t('import.nothingKept')} role="alert" />
    case 'CANCELLED':
      return <Alert type="info" showIcon title={t('import.cancelled')} description={t('import.nothingKept')} />
  }
}

function Working({ text, done = 0, total = 0 }: { text: string; done?: number; total?: number }) {
  const t = useShellText()
  return (
    <div className="bt-import-working" role="status">
      <p>{text}</p>
      {total > 0 ? <Progress percent={Math.floor((done / total) * 100)} aria-label={text} /> : <div className="bt-download-bar" />}
      <p className="bt-none">{t('import.mayLeave')}</p>
    </div>
  )
}

function NumberOf({ label, value, tone }: { label: string; value: number; tone?: string }) {
  const language = useLanguage()
  return (
    <div className={tone && value > 0 ? `bt-tone-${tone}` : ''}>
      <dt>{label}</dt>
      <dd className="bt-num">{showCount(value, language)}</dd>
    </div>
  )
}

interface ReadyProps {
  state: ImportState
  facts: ImportFacts
  replaces: ImportAbout['replaces']
}

function Ready({ state, facts, replaces }: ReadyProps) {
  const t = useShellText()
  const language = useLanguage()
  const { contract } = facts
  const { id, version, total, good, bad } = state
  const [asking, setAsking] = useState(false)
  const [mapping, setMapping] = useState(false)
  const invalidates = [contract.state, contract.recent]
  const start = useContractCommand(contract.start, { invalidates })
  const count = showCount(good, language)
  const submit = t(bad === 0 ? 'import.all' : 'import.goodOnly', { count })
  if (mapping) return <ImportMapping state={state} facts={facts} onBack={() => setMapping(false)} />
  return (
    <>
      {state.problem && <Alert type="warning" showIcon title={state.problem.message} role="alert" />}
      <div className="bt-import-decide">
        <dl className="bt-import-numbers">
          <NumberOf label={t('import.total')} value={total} />
          <NumberOf label={t('import.good')} value={good} tone="success" />
          <NumberOf label={t('import.bad')} value={bad} tone="failure" />
        </dl>
        <Button onClick={() => setMapping(true)}>{t('import.remap')}</Button>
        <Button icon={<DownloadOutlined />} onClick={() => void runDownload(contract.result, { id })}>
          {t('import.result')}
        </Button>
        <Button
          type="primary"
          disabled={good === 0}
          loading={start.isPending}
          onClick={() => (bad === 0 && replaces === null ? start.mutate({ id, version, mode: 'ALL' }) : setAsking(true))}
        >
          {submit}
        </Button>
      </div>
      {bad > 0 && <p className="bt-import-note">{good === 0 ? t('import.noneGood') : t('import.someBad')}</p>}
      <ImportRows state={state} facts={facts} />
      {asking && (
        <CommandDialog
          contract={contract.start}
          input={{ id, version, mode: bad === 0 ? 'ALL' : 'GOOD' }}
          title={replaces?.title ?? t('import.goodTitle')}
          text={[replaces?.text, bad > 0 && t('import.goodText', { good: count, bad: showCount(bad, language) })].filter(Boolean).join(' ')}
          submit={submit}
          danger={replaces !== null}
          done={t('import.started')}
          invalidates={invalidates}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Done({ state, facts }: { state: ImportState; facts: ImportFacts }) {
  const t = useShellText()
  const { contract } = facts
  const names = useNames(contract.entity)
  const language = useLanguage()
  return (
    <>
      <Alert type="success" showIcon title={t('import.doneText', { count: showCount(state.good, language) })} role="status" />
      <div className="bt-import-decide">
        <dl className="bt-import-numbers">
          {Object.entries(state.summary).map(([name, value]) => (
            <NumberOf key={name} label={names.field(`${contract.entity}Result`, name)} value={value} />
          ))}
          <NumberOf label={t('import.left')} value={state.bad} tone="failure" />
        </dl>
        <Button type="primary" icon={<DownloadOutlined />} onClick={() => void runDownload(contract.result, { id: state.id })}>
          {t('import.result')}
        </Button>
      </div>
      <ImportRows state={state} facts={facts} />
    </>
  )
}
