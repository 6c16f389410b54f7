// Inside the frame, after the form has arrived: tells the page around it.
"use strict";
parent.postMessage("marketplace:submitted", "*");
