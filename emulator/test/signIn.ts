/**
 * The product API as a signed-in user calls it.
 */
import { productHeaders } from "./api/ProductCalls.js"

export const signIn = async (apiHost: string, accessToken: string) => {
  const ask = (cookie: string) => async (method: string, path: string, body?: unknown) => {
    const response = await fetch(apiHost + path, {
      method,
      headers: { ...productHeaders, cookie },
      body: body === undefined ? null : JSON.stringify(body)
    })
    const { data } = await response.json()
    return { data, cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "" }
  }
  return ask((await ask("")("POST", "/api/v2/user/login", { access_token: accessToken })).cookie)
}
