// Added to the HTML of a HIT: makes its forms post to this marketplace, even if they name another host.
"use strict";

const parameters = new URLSearchParams(location.search);
const target = parameters.get("turkSubmitTo") + "/mturk/externalSubmit";
const assignment = parameters.get("assignmentId");

for (const form of document.forms) {
  const action = form.getAttribute("action");
  if (action && !action.replace(/[?#].*/, "").endsWith("/mturk/externalSubmit")) continue;
  form.action = target;
  form.method = "post";
  let field = form.querySelector("[name=assignmentId]");
  if (!field) {
    field = document.createElement("input");
    field.type = "hidden";
    field.name = "assignmentId";
    form.append(field);
  }
  field.value = assignment;
}
