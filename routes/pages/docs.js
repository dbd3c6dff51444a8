/* global SwaggerUIBundle */
const place = document.getElementById("docs");

// Swagger UI leaves some of its fields without a name.
const NAMES = {
  "#servers": "Server",
  ".examples-select-element": "Example of an answer",
  ".body-param__text": "Body of the request",
  ".body-param-content-type select, .content-type": "Content type",
};

function nameFields() {
  for (const [fields, name] of Object.entries(NAMES)) {
    for (const field of place.querySelectorAll(fields)) {
      if (!field.hasAttribute("aria-label")) field.setAttribute("aria-label", name);
    }
  }
  for (const example of place.querySelectorAll("pre:not([tabindex])")) example.tabIndex = 0;
}

new MutationObserver(nameFields).observe(place, { childList: true, subtree: true });

SwaggerUIBundle({
  url: "/api/openapi.json",
  domNode: place,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  filter: true,
  // No other host is asked for a badge.
  validatorUrl: null,
});
