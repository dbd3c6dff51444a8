/** Sends the sign-in form and tells at the form what went wrong. */
const form = document.getElementById("sign-in");
const username = document.getElementById("username");
const password = document.getElementById("password");
const problem = document.getElementById("problem");
const button = form.querySelector("button");
/** Wrong passwords are slowed down by some seconds, so the deadline is well above that. */
const DEADLINE_MS = 30_000;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const missing = [username, password].find((field) => field.value === "");
  if (missing !== undefined) {
    tell(missing === username ? "Enter your user name" : "Enter your password", missing);
    return;
  }
  tell("");
  button.disabled = true;
  form.setAttribute("aria-busy", "true");
  const refusal = await signIn();
  button.disabled = false;
  form.removeAttribute("aria-busy");
  if (refusal === undefined) location.assign("/");
  else tell(refusal, password);
});

/** Undefined when signed in, else what to tell. */
async function signIn() {
  try {
    const answer = await fetch("/api/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: username.value, password: password.value }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const envelope = await answer.json();
    return envelope.success ? undefined : envelope.error;
  } catch {
    return "Andon cannot be reached. Try again in a moment.";
  }
}

function tell(text, field) {
  problem.textContent = text;
  for (const input of [username, password]) {
    input.toggleAttribute("aria-invalid", false);
    input.removeAttribute("aria-describedby");
  }
  if (field === undefined) return;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", "problem");
  field.focus();
  field.select();
}
