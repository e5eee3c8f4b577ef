import { useEffect, useState } from 'react'
import { labelPlace } from '#kernel/labels.ts'
import { ensureLabels } from '../../i18n.ts'

/** States of records of any module are called by that module: true once the words of these machines are there. */
export function useWordsOf(machines: readonly string[]): boolean {
  const modules = [...new Set(machines.map((machine) => labelPlace(machine).module))].sort().join(' ')
  const [known, setKnown] = useState('')
  useEffect(() => {
    let left = false
    // Without an answer the keys stand.
    void ensureLabels(modules.split(' ').filter(Boolean))
      .catch(() => undefined)
      .then(() => {
        if (!left) setKnown(modules)
      })
    return () => {
      left = true
    }
  }, [modules])
  return known === modules
}
