const KEY = 'bt-folded-charts'

/** Whether somebody has folded the chart of a report on this computer: the next report opens as the last one was left. */
export const foldedCharts = (): boolean => localStorage.getItem(KEY) === '1'

export const foldCharts = (folded: boolean): void => localStorage.setItem(KEY, folded ? '1' : '0')
