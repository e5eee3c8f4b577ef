import { useEffect } from 'react'
import type { ImportContract } from '#kernel/import.ts'
import { labelNamesOf } from '#kernel/labels.ts'
import { useContractQuery } from '../../api/use-query.ts'
import { wantLabels } from '../../i18n.ts'
import { replaceAddress } from '../../shell/routing/navigation.ts'
import { useScreen } from '../../shell/routing/screen-context.ts'
import { ImportBegin } from './import-begin.tsx'
import type { ImportAbout, ImportFacts } from './import-facts.ts'
import { ImportView } from './import-view.tsx'
import { IMPORT_PARAMETER, NEW_IMPORT } from './visit-import.tsx'
import './import.css'

/**
 * A screen that imports a spreadsheet: template, upload, columns, every row with what is wrong with it, the decision, the result file.
 * All of it follows from the contract (defineImport) and the labels of its columns.
 */
export function importScreen(contract: object, options: Omit<ImportFacts, 'contract'>) {
  const facts: ImportFacts = { contract: contract as ImportContract, ...options }
  wantLabels([facts.contract.entity, ...labelNamesOf(facts.contract.row)])
  const useAbout = facts.useAbout ?? (() => ABOUT_NOTHING)
  return () => <ImportPage facts={facts} useAbout={useAbout} />
}

const ABOUT_NOTHING: ImportAbout = { head: null, replaces: null }

function ImportPage({ facts, useAbout }: { facts: ImportFacts; useAbout: (given: URLSearchParams) => ImportAbout }) {
  const { address, tabId } = useScreen()
  const [path = '', query = ''] = address.split('?')
  const given = new URLSearchParams(query)
  const asked = given.get(IMPORT_PARAMETER)
  const id = asked === NEW_IMPORT ? null : asked
  const show = (next: string | null) => {
    if (next === null) given.delete(IMPORT_PARAMETER)
    else given.set(IMPORT_PARAMETER, next)
    replaceAddress(tabId, given.size === 0 ? path : `${path}?${given}`)
  }
  const { head, replaces } = useAbout(given)
  return (
    <div className="bt-import-page">
      {head}
      {id === null ? <ImportBegin facts={facts} onOpen={show} /> : <Current key={id} id={id} facts={facts} replaces={replaces} onLeave={() => show(null)} />}
    </div>
  )
}

interface CurrentProps {
  id: string
  facts: ImportFacts
  replaces: ImportAbout['replaces']
  onLeave: () => void
}

function Current({ id, facts, replaces, onLeave }: CurrentProps) {
  const { error } = useContractQuery(facts.contract.state, { id }, { quiet: true })
  const gone = error !== null
  // An address of an import that is no more, or somebody else's, leads to the beginning.
  useEffect(() => {
    if (gone) onLeave()
  }, [gone, onLeave])
  return <ImportView id={id} facts={facts} replaces={replaces} onLeave={onLeave} />
}
