import { createContext, useContext } from 'react'
import { isProblem } from '../api/failures.ts'

type FormFaults = {
  /** Somebody wanted to send it: what is missing is said from now on. */
  tried: boolean
  /** What the server said of fields, by their path. */
  said: Readonly<Record<string, string>>
}

export const NO_FAULTS: FormFaults = { tried: false, said: {} }
const Faults = createContext(NO_FAULTS)

/** Around the fields of a form: what is wrong with one of them stands at it. */
export const FormFaults = Faults.Provider
export const useFormFaults = () => useContext(Faults)

export const faultsOf = (failure: unknown): FormFaults => ({
  tried: true,
  said: isProblem(failure)
    ? Object.fromEntries((failure.problem.errors ?? []).map(({ path, message }) => [path, message]))
    : {},
})
